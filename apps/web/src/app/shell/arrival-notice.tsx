export { ArrivalNotice as default } from '../../features/account/arrival-notice.tsx';
