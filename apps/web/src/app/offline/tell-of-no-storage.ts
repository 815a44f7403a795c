import { i18n } from '../../platform/i18n.ts';
import { notifyLasting } from '../../ui/notice.ts';

/** Once for each page that is opened: this browser cannot remember even that it was told. */
export async function tellOfNoStorage(): Promise<void> {
  await i18n.loadNamespaces('offline');
  notifyLasting({ title: i18n.t('offline:noStorage.title'), text: i18n.t('offline:noStorage.text') });
}
