export { injections } from '#catalogue/testing-injections.ts';
