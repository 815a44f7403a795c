/** What a push service brings: shown as it came, one notification for each thing that is told; pressed, it opens where one sees why. */

export interface Windows {
  matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly OpenWindow[]>;
  openWindow(url: string): Promise<unknown>;
}

interface OpenWindow {
  readonly url: string;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
}

/** As the service writes it, in the form of Declarative Web Push. */
interface Pushed {
  readonly notification?: {
    readonly title?: string;
    readonly body?: string;
    readonly lang?: string;
    readonly tag?: string;
    readonly navigate?: string;
  };
}

/** A browser that has been told something must show something, also of what it cannot read. */
export async function showPushed(
  registration: Pick<ServiceWorkerRegistration, 'showNotification'>,
  data: { json(): unknown } | null,
): Promise<void> {
  const {
    title = 'Wattershed',
    body = '',
    lang = '',
    tag = 'wattershed',
    navigate = '/notices',
  } = read(data).notification ?? {};
  // Under the same tag a later one takes the place of the one before.
  await registration.showNotification(title, {
    body,
    lang,
    tag,
    icon: '/icons/icon-192.png',
    data: { navigate },
  });
}

function read(data: { json(): unknown } | null): Pushed {
  try {
    return (data?.json() as Pushed | null | undefined) ?? {};
  } catch {
    return {};
  }
}

/** In a window of ours that is open, or a new one. Nothing leads elsewhere. */
export async function openNotified(windows: Windows, notification: Notification, origin: string): Promise<void> {
  notification.close();
  const { navigate } = (notification.data ?? {}) as { navigate?: string };
  const asked = URL.canParse(navigate ?? '', origin) ? new URL(navigate ?? '', origin) : new URL('/', origin);
  const url = new URL(`${asked.pathname}${asked.search}${asked.hash}`, origin).href;
  const open = await windows.matchAll({ type: 'window', includeUncontrolled: true });
  const [first] = open;
  if (first === undefined) return void (await windows.openWindow(url));
  // Where a browser does not let it come to the front, it shows the page all the same.
  await first.focus().catch(() => undefined);
  await first.navigate(url).catch(() => windows.openWindow(url));
}
