import { KeyDocumentError, parseKeyDocument } from '@outturn/receipt-verifier'
import type { ConnectionOptions } from '../command.ts'
import { configPath, isReadByOthers, readConfig } from '../connection/config-file.ts'
import { maskedKey } from '../connection/key-text.ts'
import { isLoopbackAddress } from '../connection/loopback.ts'
import { plainHttpVariable, readSettings, type Settings } from '../connection/settings.ts'
import { keptSession } from '../connection/sandbox-file.ts'
import type { Host } from '../host.ts'
import { UnusableInput } from '../output.ts'
import { version } from '../version.ts'
import { failed, type Finding, ok, skipped, warning } from './finding.ts'
import { type Probe, probe } from './probe.ts'

/** Most seconds that the clocks of this machine and of the service may differ by. */
const maxSkewSeconds = 60

/**
 * Looks at everything that a command needs: the program, the configuration, the address, the service, the clocks, the key and the key document. It reads
 * from the service that is configured and from nothing else.
 */
export async function findProblems(options: ConnectionOptions, host: Host): Promise<Finding[]> {
  const findings = [program(), configuration(host)]
  const settings = settingsOf(options, host)
  if ('state' in settings) return [...findings, settings]
  const { url } = settings
  findings.push(address(settings, host))
  const health = await probe(`${url.value}/api/health`, { signal: host.signal })
  const reach = service(url.value, health)
  findings.push(reach)
  if (reach.state === 'failed') {
    return [
      ...findings,
      skipped('clock', 'the service was not reached'),
      skipped('key', 'the service was not reached'),
    ]
  }
  findings.push(clock(health), await key(settings, host), await keyDocument(settings, host))
  const session = sandbox(settings, host)
  return session === null ? findings : [...findings, session]
}

function program(): Finding {
  return ok('program', `outturn ${version}, Node ${process.version} (${process.execPath})`)
}

function configuration({ env }: Host): Finding {
  try {
    const { profiles } = readConfig(env)
    const count = Object.keys(profiles).length
    if (isReadByOthers(env)) {
      const file = configPath(env)
      return warning(
        'configuration',
        `${file} can be read by others`,
        `Keep it to yourself: chmod 600 '${file}'`,
      )
    }
    return ok(
      'configuration',
      count === 0
        ? `none at ${configPath(env)}`
        : `${count} ${count === 1 ? 'profile' : 'profiles'} in ${configPath(env)}`,
    )
  } catch (error) {
    return unusable('configuration', error)
  }
}

function settingsOf(options: ConnectionOptions, { env }: Host): Settings | Finding {
  try {
    return readSettings(options, env)
  } catch (error) {
    return unusable('address', error)
  }
}

function unusable(name: string, error: unknown): Finding {
  if (!(error instanceof UnusableInput)) throw error
  const [detail = '', ...remedy] = error.message.split('\n')
  return failed(name, detail, remedy.join(' ') || 'Correct it and run the doctor again.')
}

function address({ url, key: kept }: Settings, { env }: Host): Finding {
  const detail = `${url.value}, from ${url.from}`
  if (url.value.startsWith('https:') || isLoopbackAddress(url.value)) return ok('address', detail)
  const problem = `${detail}, is not encrypted`
  if (kept === null || env[plainHttpVariable] === '1')
    return warning('address', problem, 'Use an https address.')
  return failed(
    'address',
    problem,
    `Use an https address. On a network that only you can read, set ${plainHttpVariable}=1.`,
  )
}

function service(url: string, health: Probe): Finding {
  if ('problem' in health) {
    const remedy = health.isTls
      ? 'The certificate of the service is not trusted here: check the address, or name the authority with NODE_EXTRA_CA_CERTS.'
      : 'Check the address, the network and a proxy. A local system is started with `npm start` in its checkout.'
    return failed('service', `${url} cannot be reached: ${health.problem}`, remedy)
  }
  const { status, json, tookMs } = health
  if (status >= 300 && status < 400) {
    return failed(
      'service',
      `${url} sends elsewhere (${status})`,
      'Set the address that it sends to; redirects are not followed.',
    )
  }
  if (typeof json !== 'object' || json === null || !('status' in json)) {
    return failed(
      'service',
      `${url} answered ${status}, and not as this service does`,
      'The address is of another server, or a proxy answers in its place. Set the address of the service.',
    )
  }
  if (status !== 200) {
    return failed('service', `${url} answered ${status}`, 'The service is not ready. Try again later.')
  }
  return ok('service', `reached in ${tookMs} ms`)
}

function clock(health: Probe): Finding {
  const at = 'problem' in health || health.date === null ? Number.NaN : Date.parse(health.date)
  if (Number.isNaN(at)) return skipped('clock', 'the service named no time')
  // The header has whole seconds, and the answer took its time.
  const seconds = Math.round(Math.abs(Date.now() - at) / 1_000)
  if (seconds <= maxSkewSeconds) return ok('clock', `within ${maxSkewSeconds} s of that of the service`)
  return failed(
    'clock',
    `differs by ${seconds} s from that of the service`,
    'Set the clock of this machine: times of quotes and receipts are judged by it.',
  )
}

async function key(settings: Settings, { signal, env }: Host): Promise<Finding> {
  const { url, key: kept, withheld } = settings
  if (kept === null) {
    return warning(
      'key',
      withheld ?? 'no key is set',
      'Set OUTTURN_KEY or run `outturn config set key`. Without a key, --sandbox works.',
    )
  }
  if (!url.value.startsWith('https:') && !isLoopbackAddress(url.value) && env[plainHttpVariable] !== '1') {
    return skipped('key', 'it was not sent to an address without encryption')
  }
  const shownKey = `${maskedKey(kept.value)}, from ${kept.from}`
  const answer = await probe(`${url.value}/api/v1/account`, { key: kept.value, signal })
  if ('problem' in answer) return failed('key', `could not be checked: ${answer.problem}`, 'Try again later.')
  const body = (answer.json ?? {}) as AccountAnswer
  if (answer.status === 200 && body.scope !== undefined) {
    return ok('key', `${shownKey}: scope ${body.scope}, account ${body.name} (${body.environment})`)
  }
  if (answer.status === 401) {
    return failed(
      'key',
      `${shownKey}: not valid (${body.code})`,
      'Get a key of your account, and set it: outturn config set key',
    )
  }
  return failed(
    'key',
    `${shownKey}: ${body.code ?? `answered ${answer.status}`}`,
    body.remediation ?? 'Try again later.',
  )
}

type AccountAnswer = {
  readonly name?: string
  readonly environment?: string
  readonly scope?: string
  readonly code?: string
  readonly remediation?: string
}

async function keyDocument({ url }: Settings, { signal }: Host): Promise<Finding> {
  const answer = await probe(`${url.value}/.well-known/outturn-keys.json`, { signal })
  if ('problem' in answer)
    return failed(
      'key document',
      answer.problem,
      'Receipts cannot be verified with the keys of the service. Try again later.',
    )
  try {
    parseKeyDocument(answer.json)
    return ok('key document', 'usable; pin it to verify receipts offline')
  } catch (error) {
    if (!(error instanceof KeyDocumentError)) throw error
    return failed(
      'key document',
      `not usable: ${error.message}`,
      'Verify receipts with a pinned key document, and report this to the operator.',
    )
  }
}

function sandbox({ url }: Settings, { env }: Host): Finding | null {
  const session = keptSession(env, url.value, new Date())
  return session === undefined ? null : ok('sandbox', `a session is open until ${session.expires_at}`)
}
