export { SignInDialog as default } from '#subjects/identity/web/sign-in/sign-in-dialog.tsx';
