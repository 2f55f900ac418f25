import manifest from '../../package.json' with { type: 'json' }
import { readToolChoice, type ToolChoice } from '../tools/offered-tools.ts'
import { toolsets } from '../tools/tool.ts'

/** What a process of the tools works with. */
export type Settings = {
  readonly url: string
  readonly key: string | undefined
  readonly choice: ToolChoice
}

const usage = `Usage: outturn-mcp [--tools=${toolsets.join(',')}] [--read-only]

Serves the tools of Outturn to an agent over stdio, by the Model Context Protocol.

Options:
  --tools=LIST   toolsets to offer, by default core
  --read-only    offer only the tools that read
  --version      print the version
  --help         print this text

Environment:
  OUTTURN_URL    address of the service, such as https://outturn.example
  OUTTURN_KEY    your API key; without one the agent begins in the sandbox
  OUTTURN_ALLOW_HTTP=1  send the key over http to a host other than this machine`

/**
 * The settings that arguments and environment give, the text that they ask for, or what is wrong with them. Nothing is sent over the
 * network.
 */
export function readSettings(
  args: readonly string[],
  {
    OUTTURN_URL: url,
    OUTTURN_KEY: givenKey,
    OUTTURN_ALLOW_HTTP: allowsHttp,
  }: Readonly<Record<string, string | undefined>>,
): Settings | { text: string } | { problem: string } {
  if (args.includes('--help') || args.includes('-h')) return { text: usage }
  if (args.includes('--version')) return { text: manifest.version }
  const sets = args.find((each) => each.startsWith('--tools='))?.slice('--tools='.length)
  const isReadOnly = args.includes('--read-only')
  const unknown = args.find((each) => each !== '--read-only' && !each.startsWith('--tools='))
  if (unknown !== undefined) return { problem: `There is no option ${unknown}.\n\n${usage}` }
  const choice = readToolChoice(sets, String(isReadOnly))
  if (choice === null) return { problem: `--tools takes a list of ${toolsets.join(', ')}.` }
  const address = url === undefined ? null : URL.parse(url)
  if (url === undefined || address === null || !/^https?:$/.test(address.protocol)) {
    return { problem: `OUTTURN_URL must be the http or https address of the service.\n\n${usage}` }
  }
  if (address.username !== '' || address.password !== '') {
    return { problem: 'OUTTURN_URL must not have a user or a password in it: the key stands in OUTTURN_KEY.' }
  }
  // Hosts write an empty value for a setting that is not made.
  const key = givenKey === '' ? undefined : givenKey
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) {
    return { problem: 'OUTTURN_KEY is not a key: it has characters that no key has.' }
  }
  const isPlain = address.protocol === 'http:' && !isLoopback(address.hostname)
  if (key !== undefined && isPlain && allowsHttp !== '1') {
    return {
      problem:
        'OUTTURN_URL is http, so the key could be read on the way. Use https, or set OUTTURN_ALLOW_HTTP=1 in a network of your own.',
    }
  }
  return { url, key, choice }
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}
