import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Caller, callerBy, programOfTools } from '../e2e/agents/agent.ts'

/** What is used of version 1 of the official client, which hosts still have. */
interface OldClient {
  connect(transport: object): Promise<void>
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<Record<string, unknown>>
  listTools(): Promise<{ tools: { name: string }[] }>
  close(): Promise<void>
}

/** An agent with the official client of version 1, which is not installed with the project. */
export async function connectOldAgent(
  judges: string,
  { baseUrl, key, transport }: { baseUrl: string; key: string; transport: 'http' | 'stdio' },
): Promise<Caller & { client: OldClient }> {
  const load = (path: string) =>
    import(pathToFileURL(join(judges, 'node_modules/@modelcontextprotocol/sdk/dist/esm/client', path)).href)
  const { Client } = (await load('index.js')) as { Client: new (info: object) => OldClient }
  const client = new Client({ name: 'old agent', version: '1' })
  if (transport === 'http') {
    const { StreamableHTTPClientTransport } = (await load('streamableHttp.js')) as {
      StreamableHTTPClientTransport: new (url: URL, options: object) => object
    }
    const options = { requestInit: { headers: { authorization: `Bearer ${key}` } } }
    await client.connect(new StreamableHTTPClientTransport(new URL(`${baseUrl}/api/mcp`), options))
  } else {
    const { StdioClientTransport } = (await load('stdio.js')) as {
      StdioClientTransport: new (options: object) => object
    }
    const env = { OUTTURN_URL: baseUrl, OUTTURN_KEY: key }
    const options = { command: process.execPath, args: [await programOfTools()], env }
    await client.connect(new StdioClientTransport(options))
  }
  return { client, ...callerBy((call) => client.callTool(call)) }
}
