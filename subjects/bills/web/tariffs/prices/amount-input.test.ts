import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountWritten, isThousands, writtenAmount } from './amount-input.tsx';

test.each(['1,250', '12.500', '999,000', '-1,200', '−1.200', '1,250,000', '1.250.000', ' 1,250 '])(
  '%s can be thousands',
  (typed) => expect(isThousands(typed)).toBe(true),
);

test.each(['0,125', '0.165', '1250', '1 250', '1,25', '1.2500', '1250,125', '', 'abc'])(
  '%s is read in one way',
  (typed) => expect(isThousands(typed)).toBe(false),
);

test('what a field shows of a decimal is never taken for thousands, and is that decimal again', () => {
  const decimal = fc
    .tuple(fc.constantFrom('', '-'), fc.nat(99_999), fc.stringMatching(/^\d{0,6}$/))
    .map(([sign, whole, part]) => `${sign}${whole}${part === '' ? '' : `.${part}`}`);
  fc.assert(
    fc.property(decimal, (text) => {
      expect(isThousands(writtenAmount(text))).toBe(false);
      expect(amountWritten(writtenAmount(text))).toBe(text);
      expect(Number(writtenAmount(text))).toBe(Number(text));
    }),
  );
});
