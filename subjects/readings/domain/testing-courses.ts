import * as fc from 'fast-check';

/** Wh or mL at one reading after another, so many seconds apart, the last of them a while ago. */
export interface Course {
  readonly everyS: number;
  readonly uses: readonly number[];
  readonly agoS: number;
}

export const aCourse: fc.Arbitrary<Course> = fc.record({
  everyS: fc.constantFrom(5, 10, 60, 61, 300, 900),
  uses: fc.array(fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 200 })), { minLength: 0, maxLength: 12 }),
  agoS: fc.constantFrom(0, 20, 600, 1000, 5000),
});

/** As a counter tells it, oldest first. */
export const readingsOf = (meter: string, { everyS, uses, agoS }: Course, nowS = Math.floor(Date.now() / 1000)) => {
  const first = nowS - agoS - uses.length * everyS;
  let value = 52_431;
  return [0, ...uses].map((used, i) => ({ meter, at: first + i * everyS, value: (value += used) }));
};
