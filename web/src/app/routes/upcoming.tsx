export { UpcomingScreen as Upcoming } from '../../features/upcoming/upcoming-screen.tsx';
