/** The door of notices. */
export { detectNotices } from './detect-notices.ts';
