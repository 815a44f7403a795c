export interface ProvisionTask {
  task: 'provision';
  url: string;
}

export interface ServeTask {
  task: 'serve';
  url: string;
  jwtSecret: string;
  anonKey: string;
  guestDomain: string;
  /** Whether a new account must follow a link in a mail before it may sign in. */
  mustConfirmEmail: boolean;
}
