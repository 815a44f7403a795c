export { injections } from '../../../../packages/contracts/src/testing-injections.ts';
