/** The door of Green Button. */
import { feedBills, previewFeed } from './preview-feed.ts';
import { readFeed } from './read-feed.ts';

export const greenButton = { preview: previewFeed, read: readFeed, bills: feedBills };
