import { WallPage } from '#subjects/insight/web/wall/wall-page.tsx';

/** Without the layout of pages that fetch as somebody: a screen is nobody. */
export default WallPage;
