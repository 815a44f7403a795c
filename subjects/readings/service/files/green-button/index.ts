import { defineSource } from '#subjects/hardware/sources/source.ts';
import { feedBills, previewFeed, readFeed } from './read-feed.ts';

export const greenButton = defineSource({
  id: 'green-button',
  label: 'Green Button',
  reads: "a utility's XML (ESPI): readings, and its bills",
  file: {
    recognises: (begin) => /^<(?:\?xml|!--|[a-z])/i.test(begin),
    preview: previewFeed,
    read: readFeed,
    bills: feedBills,
  },
});
