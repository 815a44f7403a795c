export const mended: RegExp;
export function mendPostgres(source: string): string;
