/**
 * SunSpec over Modbus/TCP, as inverters of many makers speak it (SMA, SolarEdge, Fronius, Kostal, …): after the marker `SunS` one model after the
 * other, each with its number and length (SunSpec Device Information Model Specification 1.1; models: github.com/sunspec/models). Read: what
 * inverters have produced (101 to 113), what meters have counted both ways (201 to 214), how full a battery is (124, 713, 802).
 */
import {
  defined,
  defineSource,
  type DeviceMessage,
  type DeviceUpdate,
  otherRegister,
  type PollParser,
} from '../source.ts';

const source = 'sunspec';

/** Where the marker stands: in units that makers use, at the register that the specification prefers, then at the others that it allows. */
const places: readonly Place[] = [
  // SMA's devices answer as unit 126, Kostal's as unit 71.
  ...[1, 126, 71, 2, 3].map((unit) => ({ unit, register: 40_000 })),
  { unit: 1, register: 50_000 },
  { unit: 1, register: 0 },
];
/** Fronius' inverters hand on what their meter says, as units of their own. */
const meterUnits: Readonly<Record<string, readonly number[]>> = { fronius: [200, 240] };
const marker = Buffer.from('SunS').toString('hex');
const common = 1;
const endOfModels = 0xff_ff;
/** So much is asked for at once at most, and of a common model without what pads it. */
const maxRegisters = 125;
const maxModels = 64;

interface Place {
  readonly unit: number;
  readonly register: number;
}

/** What a common model says of those that follow it. */
interface Thing {
  readonly maker: string;
  readonly model: string;
  readonly options: string;
  readonly serial: string;
}

interface Model extends Place {
  readonly id: number;
  readonly length: number;
  readonly of: Thing;
}

/** Registers of one model; counted as the specification does, from its number on. Undefined: not implemented there. */
class Registers {
  readonly #bytes: Buffer;
  constructor(hex: string) {
    this.#bytes = Buffer.from(hex, 'hex');
  }
  #at(register: number, count: number): Buffer | undefined {
    const [from, to] = [(register - 2) * 2, (register - 2 + count) * 2];
    return to <= this.#bytes.length ? this.#bytes.subarray(from, to) : undefined;
  }
  text(register: number, count: number): string {
    return (this.#at(register, count)?.toString('latin1') ?? '').replace(/[^ -~]/g, '').trim();
  }
  /** With the scale factor that stands in another register: a power of ten. */
  scaled(register: number, type: 'uint16' | 'int16' | 'acc32', factor: number): number | undefined {
    const [bytes, by] = [this.#at(register, type === 'acc32' ? 2 : 1), this.factor(factor)];
    if (bytes === undefined || by === undefined) return undefined;
    const value =
      type === 'acc32' ? bytes.readUInt32BE() : type === 'int16' ? bytes.readInt16BE() : bytes.readUInt16BE();
    return value === notImplemented[type] ? undefined : scale(value, by);
  }
  factor(register: number): number | undefined {
    const power = this.#at(register, 1)?.readInt16BE();
    return power === undefined || Math.abs(power) > 10 ? undefined : power;
  }
  float(register: number): number | undefined {
    const value = this.#at(register, 2)?.readFloatBE();
    return value === undefined || !Number.isFinite(value) ? undefined : value;
  }
}

/** An accumulator that has counted nothing is none. */
const notImplemented = { uint16: 0xff_ff, int16: -0x80_00, acc32: 0 } as const;
const accumulatorEnds = 2 ** 32;
/** Divided, not multiplied by 0.1: 12345 of a tenth is 1234.5. */
const scale = (value: number, power: number): number => (power < 0 ? value / 10 ** -power : value * 10 ** power);

interface Kind {
  readonly what: 'inverter' | 'meter' | 'battery';
  readonly read: (registers: Registers) => Pick<DeviceUpdate, 'total' | 'power' | 'rollsOverAt' | 'charge'> & {
    readonly returned?: number | undefined;
  };
}

const counter = (registers: Registers, total: number, factor: number) => {
  const power = registers.factor(factor);
  return {
    total: registers.scaled(total, 'acc32', factor),
    rollsOverAt: power === undefined ? undefined : Math.floor(scale(accumulatorEnds, power)),
  };
};
/** A float that says zero has counted nothing either. */
const positive = (value: number | undefined): number | undefined => (value === 0 ? undefined : value);

const inverter: Kind = {
  what: 'inverter',
  read: (of) => defined({ ...counter(of, 24, 26), power: of.scaled(14, 'int16', 15) }),
};
const floatInverter: Kind = {
  what: 'inverter',
  read: (of) => defined({ total: positive(of.float(32)), power: of.float(22) }),
};
const meter: Kind = {
  what: 'meter',
  read: (of) =>
    defined({
      ...counter(of, 46, 54),
      returned: of.scaled(38, 'acc32', 54),
      power: of.scaled(18, 'int16', 22),
    }),
};
const floatMeter: Kind = {
  what: 'meter',
  read: (of) => defined({ total: of.float(68), returned: positive(of.float(60)), power: of.float(28) }),
};
const battery = (charge: (of: Registers) => number | undefined): Kind => ({
  what: 'battery',
  read: (of) => defined({ charge: charge(of) }),
});

const kinds: Readonly<Record<number, Kind>> = {
  101: inverter,
  102: inverter,
  103: inverter,
  111: floatInverter,
  112: floatInverter,
  113: floatInverter,
  201: meter,
  202: meter,
  203: meter,
  204: meter,
  211: floatMeter,
  212: floatMeter,
  213: floatMeter,
  214: floatMeter,
  124: battery((of) => of.scaled(8, 'uint16', 22)),
  // What has no storage says 0 %.
  713: battery((of) => ((of.scaled(2, 'uint16', 7) ?? 0) > 0 ? of.scaled(4, 'uint16', 8) : undefined)),
  802: battery((of) => of.scaled(11, 'uint16', 56)),
};

const topicOf = ({ unit, register }: Place, count: number): string => `${unit}/${register}/${count}`;
const bodyOf = ({ unit, register, length }: Model): string =>
  topicOf({ unit, register: register + 2 }, Math.min(length, maxRegisters));

const createParser = (): PollParser => {
  /** Where its marker may stand still. */
  let ahead = places;
  /** Where the next model begins; null: none is walked along. */
  let next: Place | null = null;
  let thing: Thing | null = null;
  /** A common model whose text is read next. */
  let opened: Model | null = null;
  let main: Thing | null = null;
  const models: Model[] = [];
  let walked = 0;

  const walkOn = ({ unit, register, length }: Model): void => {
    next = { unit, register: register + 2 + length };
  };
  const readHead = (place: Place, payload: string): void => {
    const [id = endOfModels, length = 0] = payload.length === 8 ? [payload.slice(0, 4), payload.slice(4)].map(hex) : [];
    next = null;
    walked += 1;
    if (id === endOfModels || length === 0 || walked > maxModels) return;
    const model = { ...place, id, length, of: thing ?? nobody };
    if (id === common) opened = model;
    else walkOn(model);
    const what = kinds[id]?.what;
    if (what !== undefined && !isElsewhere(model) && !models.some((one) => isSame(one, model))) models.push(model);
  };
  const readCommon = (model: Model, payload: string): void => {
    const of = new Registers(payload);
    thing = { maker: of.text(2, 16), model: of.text(18, 16), options: of.text(34, 8), serial: of.text(50, 16) };
    if (main === null) {
      main = thing;
      ahead = (meterUnits[thing.maker.toLowerCase()] ?? []).map((unit) => ({ unit, register: model.register - 2 }));
    }
    opened = null;
    walkOn(model);
  };
  const deviceOf = (): string | null => (main === null || models.length === 0 ? null : main.serial || main.model);

  return {
    get device() {
      return next === null && opened === null && ahead.length === 0 ? deviceOf() || null : null;
    },
    get topics() {
      if (opened !== null) return [bodyOf(opened)];
      if (next !== null) return [topicOf(next, 2)];
      const [first] = ahead;
      return first === undefined ? models.map(bodyOf) : [topicOf(first, 2)];
    },
    // Nobody at one place may be somebody at another; after the last model there may be nothing.
    passesOver: (_topic, why) => opened === null && (next === null ? ahead.length > 0 : why === 'absent'),
    read: ({ topic, payload }) => {
      if (opened !== null && topic === bodyOf(opened)) readCommon(opened, payload);
      else if (next !== null && topic === topicOf(next, 2)) readHead(next, payload);
      else if (ahead[0] !== undefined && topic === topicOf(ahead[0], 2)) {
        const [found] = ahead;
        ahead = ahead.slice(1);
        thing = null;
        if (payload === marker) next = { unit: found.unit, register: found.register + 2 };
      } else return readModel(topic, payload, models, deviceOf());
      return [];
    },
  };
};

export const sunspec = defineSource({
  id: source,
  label: 'SunSpec (Modbus)',
  reads:
    'Modbus/TCP, the models 101 to 103 and 111 to 113 (what an inverter has produced), 201 to 204 and 211 to 214 (what a meter has counted both ways), 124, 713 and 802 (how full a battery is)',
  poll: { everyS: 30, by: 'modbus', createParser },
});

const nobody: Thing = { maker: '', model: '', options: '', serial: '' };
const hex = (digits: string): number => Number.parseInt(digits, 16);

/** Some tell the same twice, in whole numbers and in floats. */
const isSame = (one: Model, other: Model): boolean =>
  one.unit === other.unit && one.of === other.of && kinds[one.id]?.what === kinds[other.id]?.what;

/** A meter that says that it stands elsewhere than at the grid: it counts in ways of its own. */
const isElsewhere = ({ id, of: { options } }: Model): boolean =>
  kinds[id]?.what === 'meter' && /production|consumption/i.test(options);

function readModel(
  topic: DeviceMessage['topic'],
  payload: string,
  models: readonly Model[],
  device: string | null,
): DeviceUpdate[] {
  const one = models.find((model) => bodyOf(model) === topic);
  const kind = one && kinds[one.id];
  if (one === undefined || kind === undefined || device === null || payload === '') return [];
  const { returned, ...figures } = kind.read(new Registers(payload));
  const online: DeviceUpdate = { source, device, isOnline: true };
  const { maker, model: type, serial } = one.of;
  const model = `${maker} ${type}`.trim() || undefined;
  if (kind.what === 'battery')
    return figures.charge === undefined
      ? [online]
      : [online, defined<DeviceUpdate>({ source, device, part: 'battery', name: 'Battery', model, ...figures })];
  // Before it has counted anything, its power is not taken for what it counts.
  if (figures.total === undefined) return [online];
  if (kind.what === 'inverter') {
    const of = { source, device, part: 'inverter', name: 'Inverter', model, flow: 'produced' } as const;
    return [online, defined<DeviceUpdate>({ ...of, utility: 'electricity', ...figures })];
  }
  const part = `meter ${serial === device ? one.unit : serial || one.unit}`;
  const of = { source, device, part, name: 'Smart meter', room: 'whole_home' } as const;
  const named = defined<DeviceUpdate & { part: string }>({ ...of, model });
  return [
    online,
    defined<DeviceUpdate>({ ...named, utility: 'electricity', ...figures }),
    ...otherRegister(named, returned).map((register) =>
      defined<DeviceUpdate>({ ...register, rollsOverAt: figures.rollsOverAt }),
    ),
  ];
}
