/** The page's cards and their skeleton share these, so that nothing moves when the figures come. */
export const firstRow = {
  grid: 'grid gap-4 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]',
  card: 'lg:min-h-[34rem]',
};
