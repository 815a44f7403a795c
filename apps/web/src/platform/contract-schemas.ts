/** The contracts' schemas that forms are checked by, in a file that is loaded when the first of them is sent. */
import './zod-without-eval.ts';

export { contactBody, faqRequestBody } from '@wattershed/contracts';
