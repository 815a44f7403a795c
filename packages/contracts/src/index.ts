export * from './account.ts';
export * from './documents.ts';
export * from './error-codes.ts';
export * from './imports.ts';
export * from './readings.ts';
export * from './tokens.ts';
export * from './usage.ts';
export * from './web-config.ts';
