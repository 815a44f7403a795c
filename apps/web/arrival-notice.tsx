export { ArrivalNotice as default } from '#subjects/identity/web/arrival-notice.tsx';
