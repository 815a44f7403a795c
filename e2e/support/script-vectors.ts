/** Texts that run as script wherever something is careless with them; each would set `window.ran`. Short: names have 80 characters. */
const run = 'ran=1';

/** Ways out of where a careless page may have put the text. */
const waysOut = ['', '">', "'>", '-->', '</textarea>', '</title>', '</script>', '` '];

/** What runs by itself once it is markup. */
const elements = [
  `<script>${run}</script>`,
  `<img src=x onerror=${run}>`,
  `<svg onload=${run}>`,
  `<svg/onload=${run}>`,
  `<iframe srcdoc="<script>parent.${run}</script>">`,
  `<iframe src="javascript:parent.${run}">`,
  `<details open ontoggle=${run}>`,
  `<input autofocus onfocus=${run}>`,
  `<video src=x onerror=${run}>`,
  `<audio src=x onerror=${run}>`,
  `<style onload=${run}></style>`,
  `<link rel=stylesheet href=x onerror=${run}>`,
  `<script src="data:text/javascript,${run}"></script>`,
  `<object data="javascript:${run}">`,
  `<embed src="javascript:${run}">`,
  `<svg><animate onbegin=${run} attributeName=x dur=1s>`,
  `<p style=animation-name:x onanimationstart=${run}>`,
  `<body onpageshow=${run}>`,
];

/** Addresses that are scripts, and spellings that hide it. */
const addresses = [
  `javascript:${run}`,
  `JaVaScRiPt:${run}`,
  `java\tscript:${run}`,
  `javascript&colon;${run}`,
  `&#106;avascript:${run}`,
  `\u0001javascript:${run}`,
  `data:text/html,<script>parent.${run}</script>`,
  `vbscript:${run}`,
  `//x.invalid/"onmouseover=${run}//`,
];

/** Ways in which a text may make an address a link or a picture: HTML and Markdown. */
const links = [
  (to: string) => `<a href="${to}">x</a>`,
  (to: string) => `[x](${to})`,
  (to: string) => `![x](${to})`,
  (to: string) => `<${to}>`,
];

const others = [
  `<ScRiPt>${run}</ScRiPt>`,
  `<<script>${run}//<</script>`,
  `<script/x>${run}</script>`,
  `<scr<script>ipt>${run}</script>`,
  `]]><script>${run}</script>`,
  `</style><script>${run}</script>`,
  `</noscript><script>${run}</script>`,
  `<svg><script>${run}</script></svg>`,
  `<svg><style><img src=x onerror=${run}></style>`,
  `<math><mtext><img src=x onerror=${run}>`,
  `<noscript><p title="</noscript><img src=x onerror=${run}>">`,
  `<template><script>${run}</script></template>`,
  `<xmp><img src=x onerror=${run}></xmp>`,
  `<table><td background="javascript:${run}">`,
  `<form><button formaction="javascript:${run}">x</button>`,
  `<marquee onstart=${run}>`,
  `<select autofocus onfocus=${run}>`,
  `<meta http-equiv=refresh content="0;url=javascript:${run}">`,
  `<base href="javascript:${run}//">`,
  `<style>@import 'javascript:${run}'</style>`,
  `' onerror='${run}`,
  `" onfocus="${run}" autofocus="`,
  `" style="animation:x" onanimationstart="${run}`,
  `{{constructor.constructor('${run}')()}}`,
  `\${${run}}`,
  `<%= ${run} %>`,
  `#{${run}}`,
  `&lt;script&gt;${run}&lt;/script&gt;`,
  `&#60;img src=x onerror=${run}&#62;`,
  `\\u003cscript\\u003e${run}\\u003c/script\\u003e`,
  `%3Cscript%3E${run}%3C/script%3E`,
  `\uff1cscript\uff1e${run}\uff1c/script\uff1e`,
  `<img src=x\u000conerror=${run}>`,
  `<img/src=x/onerror=${run}>`,
  `**<img src=x onerror=${run}>**`,
  `\`<img src=x onerror=${run}>\``,
  `[x]: javascript:${run}`,
  `=cmd|' /C ${run}'!A0`,
  `__proto__ <img src=x onerror=${run}>`,
];

export const scriptVectors: readonly string[] = [
  ...elements.flatMap((element) => waysOut.map((out) => out + element)),
  ...addresses.flatMap((address) => [address, ...links.map((link) => link(address))]),
  ...others,
];
