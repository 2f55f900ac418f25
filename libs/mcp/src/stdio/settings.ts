import { readToolChoice, type ToolChoice } from '../tools/offered-tools.ts'
import { toolsets } from '../tools/tool.ts'

/** What a process of the tools works with. */
export type Settings = {
  readonly url: string
  readonly key: string | undefined
  readonly choice: ToolChoice
}

const usage = `Usage: outturn-mcp [--tools=${toolsets.join(',')}] [--read-only]
Settings: OUTTURN_URL, the address of the service; OUTTURN_KEY, your key, or none to begin in the sandbox.`

/** The settings of arguments and environment, or what is wrong with them. Nothing is asked over the network. */
export function readSettings(
  args: readonly string[],
  { OUTTURN_URL: url, OUTTURN_KEY: key }: Readonly<Record<string, string | undefined>>,
): Settings | { problem: string } {
  const sets = args.find((each) => each.startsWith('--tools='))?.slice('--tools='.length)
  const isReadOnly = args.includes('--read-only')
  const unknown = args.find((each) => each !== '--read-only' && !each.startsWith('--tools='))
  if (unknown !== undefined) return { problem: `There is no option ${unknown}.\n${usage}` }
  const choice = readToolChoice(sets, String(isReadOnly))
  if (choice === null) return { problem: `--tools takes a list of ${toolsets.join(', ')}.` }
  if (url === undefined || !/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    return { problem: `OUTTURN_URL must be the http or https address of the service.\n${usage}` }
  }
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) {
    return { problem: 'OUTTURN_KEY is not a key: it has characters that no key has.' }
  }
  return { url, key, choice }
}
