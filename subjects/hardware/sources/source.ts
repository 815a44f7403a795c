/** What a kind of hardware, or a wire format, says of itself. All else (who listens, what is asked, what pages and docs list) follows from it. */
import type { Endpoint } from '#catalogue/endpoint.ts';
import type { Flow, Utility } from '#catalogue/index.ts';
import type { FileBill, ImportOptions, ImportPreview } from '#subjects/readings/contract/imports.ts';
import type { ReadingsAnswer } from '#subjects/readings/contract/readings.ts';
import { isReturned } from '#subjects/readings/domain/device-words.ts';
import type { TakeReadings } from '#subjects/readings/service/files/green-button/read-feed.ts';
import type { FileResult, OpenFile } from '#subjects/readings/service/files/open-file.ts';

export interface Source {
  readonly id: string;
  /** As its maker calls it: the same in every language. */
  readonly label: string;
  /** For the table in the docs: what of it is read, and by what it is switched. */
  readonly reads: string;
  readonly switchedBy?: string;
  /** Utilities that its words do not tell apart: whoever adds what it found says which. */
  readonly unsure?: readonly Utility[];
  /** Its devices speak at a broker. */
  readonly mqtt?: { readonly createParser: () => Parser };
  /** It speaks on a line of its own that we call: what it says is cut into messages first. */
  readonly tcp?: {
    readonly door: string;
    readonly createSplitter: () => Splitter;
    readonly createParser: () => Parser;
  };
  /** It is asked over the network, at the address that a member gives. */
  readonly poll?: Polling;
  /** It opens a WebSocket to us, at this path and its own name, and keeps it. */
  readonly socket?: {
    readonly path: string;
    readonly createParser: (device: string, now: () => number) => Parser;
  };
  /** Whoever reads it sends it to us. */
  readonly push?: PushEndpoint;
  /** A person brings it. */
  readonly file?: FileFormat;
  /** What a person puts into the settings of a program, by the key of its words; `{{origin}}` and the like are filled in by the page. */
  readonly setUps?: Readonly<Record<string, string>>;
}

/** Its own type stays known: an id is one of a closed list. */
export const defineSource = <const S extends Source>(source: S): S => source;

export interface DeviceMessage {
  readonly topic: string;
  /** Text; bytes that are none are replaced, which no parser understands. */
  readonly payload: string;
  /** The broker kept it: said some time ago. */
  readonly isRetained: boolean;
  /** Sent before, and not acknowledged then: a newer one may be known already. */
  readonly isRepeated?: boolean;
}

/** How a channel is switched: what is published where, or put to which address. */
export interface SwitchCommand {
  readonly topic: string;
  readonly on: string;
  readonly off: string;
}

/** What one message says of one channel: only what it says is set. */
export interface DeviceUpdate {
  /** The source's id. */
  readonly source: string;
  readonly device: string;
  /** Which part of the device measures or switches; empty: the device as a whole. Left out: all of its parts. */
  readonly part?: string;
  readonly name?: string;
  readonly room?: string;
  readonly model?: string;
  readonly utility?: Utility;
  /** What passes it, where it is known; never read from a sign. Left out: it draws. */
  readonly flow?: Flow;
  /** It is another register of that part of the device, which counts the other way: both are one thing for whoever adds it. */
  readonly registerOf?: string;
  /** What its counter shows: in the utility's base unit, with the fraction that it has. */
  readonly total?: number;
  /** Where its counter begins again at zero. */
  readonly rollsOverAt?: number;
  /** When it says that this was so, in seconds since 1970; left out: it does not say. */
  readonly at?: number;
  /** Watts at this moment. */
  readonly power?: number;
  /** Of a home's battery: how full it is, in %. A state, never use; the battery that a sensor runs on is none. */
  readonly charge?: number;
  readonly isOn?: boolean;
  readonly isOnline?: boolean;
  readonly command?: SwitchCommand;
}

export type UnreadReason = 'not-understood' | 'returned';

/** Turns messages into updates. It remembers what devices said of themselves, for one household. */
export interface Parser {
  /** What to subscribe to, or which paths to ask for, in this order: later ones may follow from the answers to earlier ones. */
  readonly topics: readonly string[];
  readonly read: (message: DeviceMessage) => DeviceUpdate[];
  /** Of a message of which nothing was read: why it should have been. Null: it tells of no use. */
  readonly unread?: (message: DeviceMessage) => UnreadReason | null;
}

export interface Splitter {
  /** The messages that this piece completes; whatever breaks off waits for the next one. */
  readonly feed: (piece: string) => string[];
}

/** What devices are asked by, and at which port they usually answer. */
export const pollPorts = { http: 80, https: 443, modbus: 502, speedwire: 9522 } as const;

interface Polling {
  readonly everyS: number;
  /** Left out: HTTP. By HTTPS it is asked with the key that a member gives, and vouched for by the certificate that it showed first. */
  readonly by?: keyof typeof pollPorts;
  /** `base`: `http://192.168.1.20`, where its commands go. */
  readonly createParser: (base: string) => PollParser;
}

/** Its topics are what is asked for: paths, or with Modbus `unit/register/count`. Bytes are answered in hexadecimal digits. */
export interface PollParser extends Parser {
  /** Who answers; null: nobody that it knows. */
  readonly device: string | null;
  /** Whether it goes on, with an empty answer, where the device has no such thing (`absent`) or keeps silent about it. */
  readonly passesOver?: (topic: string, why: 'absent' | 'silent') => boolean;
}

interface PushEndpoint {
  readonly endpoint: Endpoint;
  /** Where senders go as well, by either method. */
  readonly alsoAt?: readonly string[];
  /** The ingest token, where it is not in the header. */
  readonly key?: (request: PushRequest) => string | undefined;
  /** `isMeter`: whether the household has a meter of this key. Throws `PushFault`. */
  readonly read: (request: PushRequest, isMeter: (key: string) => boolean) => PushRead;
  /** The body of an answer that refuses, in the sender's own way. */
  readonly refusal?: (words: string) => unknown;
}

export interface PushRequest {
  readonly id: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Seconds since 1970. */
  readonly now: number;
}

export interface PushRead {
  /** Counters in base units, at seconds since 1970; where it is told of what, a meter of another utility is none of theirs. */
  readonly readings: readonly {
    readonly meter: string;
    readonly at: number;
    readonly value: number;
    readonly utility?: Utility;
  }[];
  /** What tells of use and is not understood, and where it was said. */
  readonly unread?: readonly Unread[];
  /** Nothing was read, and what the sender is told of it. */
  readonly nothing?: string;
  /** What the sender is told instead of how many readings were taken. */
  readonly answer?: (rejected: ReadingsAnswer['rejected']) => PushAnswer;
}

export interface Unread {
  readonly place: string;
  readonly reason: UnreadReason;
  readonly payload: string;
}

interface PushAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly unread?: readonly Unread[];
}

export interface FileFormat {
  /** By how its text begins, without what may stand before it. */
  readonly recognises: (begin: string) => boolean;
  readonly preview: (
    open: OpenFile,
    fileName: string,
    timeZone: string,
  ) => Promise<FileResult<Omit<ImportPreview, 'fileId' | 'bytes' | 'importedBefore'>>>;
  readonly read: (open: OpenFile, options: ImportOptions, to: TakeReadings) => Promise<FileResult<void>>;
  /** What it tells of a utility's bills. */
  readonly bills?: (open: OpenFile) => Promise<FileResult<FileBill[]>>;
}

/** A request that is none of this format. */
export class PushFault extends Error {
  override readonly name = 'PushFault';
  readonly code: 'body-malformed' | 'query-invalid';
  constructor(code: PushFault['code'], words: string) {
    super(words);
    this.code = code;
  }
}

// JSON from devices: anything may come, so nothing is taken for granted.

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Null: no JSON. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
};

/** Empty when it is no object. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/** A number, or one in a text. */
export const numberOf = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
};

/** The same without the members that say nothing. */
export const defined = <T extends object>(fields: { [K in keyof T]: T[K] | undefined }): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;

// What comes from a broker, to whom it concerns.

/** A figure can be too large for its unit. */
const isFinite = ({ total = 0, power = 0 }: DeviceUpdate): boolean => Number.isFinite(total) && Number.isFinite(power);

/** What others of our sources, or we ourselves, announce to Home Assistant. */
const isOurs = /zigbee2mqtt|tasmota|wattershed/i;
/** Figures of energy, heat or water by their names, in what no source reads. */
const tellsOfUse =
  /"[^"]*(energy|[km]wh|heat_?(?:meter|total)|w(?:ä|ae)rmemenge|_[gm]j|consum|verbrauch|bezug|water|volume|_m3|liter|litre|total_in|total_out)[^"]*"\s*:\s*["{[]?\s*[-\d"{[]/i;
/** What tells about devices, not of what they count; and Zigbee2MQTT, whose devices say beforehand what they count. */
const notOfUse = /^(tasmota\/discovery|zigbee2mqtt)\/|\/(LWT|STATE|INFO\d|STATUS[1-9]|announce|rpc)$/;

const unread = ({ topic, payload }: DeviceMessage): UnreadReason | null => {
  if (notOfUse.test(topic) && !topic.endsWith('/events/rpc')) return null;
  if (topic.startsWith('homeassistant/')) {
    const isCounter = /"(device_class|dev_cla)"\s*:\s*"(energy|water|gas)"/.test(payload);
    return isCounter && !isOurs.test(payload) ? (isReturned(payload) ? 'returned' : 'not-understood') : null;
  }
  if (!payload.startsWith('{') || !tellsOfUse.test(payload)) return null;
  return /total_out|e_out|ret_/i.test(payload) || isReturned(payload) ? 'returned' : 'not-understood';
};

/** What a part counts the other way: empty where it does not say. */
export const otherRegister = (
  of: DeviceUpdate & { readonly part: string },
  total: number | undefined,
  flow: Flow = 'returned',
): DeviceUpdate[] => {
  if (total === undefined) return [];
  const { source, device, part, name, room, model, at } = of;
  const own = part === '' ? flow : `${part} ${flow}`;
  return [
    defined<DeviceUpdate>({
      source,
      device,
      part: own,
      registerOf: part,
      flow,
      name,
      room,
      model,
      utility: 'electricity',
      total,
      at,
    }),
  ];
};

/** All that speak at brokers as one: each message is read by whom it concerns. */
export const createMqttParser = (sources: readonly Source[]): Parser => {
  const parsers = sources.flatMap(({ mqtt }) => mqtt?.createParser() ?? []);
  return {
    get topics() {
      return [...new Set(parsers.flatMap(({ topics }) => topics))];
    },
    read: (message) => parsers.flatMap((parser) => parser.read(message)).filter(isFinite),
    unread,
  };
};
