/** What a record itself has by a name: a tariff may call a period `constructor`. */
export const ownEntry = <Value>(
  record: Readonly<Record<string, Value>> | undefined,
  name: string,
): Value | undefined => (record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined);
