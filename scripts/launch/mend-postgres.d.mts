export const mended: RegExp;
export function mendPostgres(source: string, path: string): string;
