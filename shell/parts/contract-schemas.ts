/** The contracts' schemas that forms are checked by, in a file that is loaded when the first of them is sent. */
export { contactBody, faqRequestBody } from '#subjects/contact/contract/contact-bodies.ts';
