/** Where assistants ask. */
export function serverAddress(): string {
  return `${location.origin}/mcp`;
}

/** What most programs that speak MCP take as it is. */
export function clientSetup(token: string): string {
  const server = { type: 'http', url: serverAddress(), headers: { Authorization: `Bearer ${token}` } };
  return JSON.stringify({ mcpServers: { wattershed: server } }, null, 2);
}
