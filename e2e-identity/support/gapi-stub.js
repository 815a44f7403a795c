// Stands in for https://apis.google.com/js/api.js, which needs a network: what Firebase uses of it, over postMessage.
(() => {
  const tag = 'gapi-stub';

  const channelTo = (peer) => {
    const handlers = new Map();
    const waiting = new Map();
    // The other side may speak before this one listens.
    const early = [];
    let count = 0;

    const hear = (event) => {
      const message = event.data;
      if (message?.tag !== tag || (peer() && event.source !== peer())) return;
      if (message.reply) return void waiting.get(message.id)?.(message.body);
      const answer = (body) => event.source.postMessage({ tag, reply: true, id: message.id, body }, '*');
      if (message.name === 'ping') return answer([]);
      const handler = handlers.get(message.name);
      if (!handler) return void early.push(event);
      void Promise.resolve(handler(message.body)).then((result) => answer([result]));
    };
    addEventListener('message', hear);

    const say = (name, body, heard) => {
      count += 1;
      const id = `${name}-${count}`;
      if (heard) waiting.set(id, heard);
      peer().postMessage({ tag, id, name, body }, '*');
    };
    return {
      register: (name, handler) => {
        handlers.set(name, handler);
        for (const event of early.splice(0)) hear(event);
      },
      send: say,
      ping: (heard) =>
        new Promise((resolve) => {
          say('ping', undefined, () => {
            heard?.();
            resolve([]);
          });
        }),
      restyle: () => {},
      close: () => {},
    };
  };

  const open = (options, opened) => {
    const frame = document.createElement('iframe');
    frame.src = options.url;
    frame.setAttribute('aria-hidden', 'true');
    Object.assign(frame.style, options.attributes?.style);
    const channel = channelTo(() => frame.contentWindow);
    const done = new Promise((resolve, reject) => {
      frame.addEventListener('load', () => void Promise.resolve(opened(channel)).then(resolve, reject));
    });
    options.where.append(frame);
    return done;
  };

  window.gapi = {
    load: (_name, options) => queueMicrotask(typeof options === 'function' ? options : options.callback),
    iframes: {
      CROSS_ORIGIN_IFRAMES_FILTER: () => true,
      Iframe: true,
      getContext: () => ({ getParentIframe: () => channelTo(() => parent), open }),
    },
  };
  const loaded = new URL(document.currentScript.src).searchParams.get('onload') ?? 'gapi_onload';
  queueMicrotask(() => window[loaded]?.());
})();
