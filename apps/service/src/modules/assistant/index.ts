/** The door of the assistant. */
export { type Assistant, serveAssistant } from './assistant.ts';
