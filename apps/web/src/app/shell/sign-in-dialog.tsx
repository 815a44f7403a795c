export { SignInDialog as default } from '../../features/account/sign-in-dialog.tsx';
