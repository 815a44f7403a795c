import { HomePage } from '../../features/home/home-page.tsx';
import { preloadPage } from '../pages.ts';

export default function HomeRoute() {
  return <HomePage preloadDashboard={() => preloadPage('/dashboard')} />;
}
