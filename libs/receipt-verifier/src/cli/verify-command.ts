import { parseArgs } from 'node:util'
import { StrictJsonError, fromBase64Url, parseStrictJson } from '@outturn/canonical'
import { nodeSuite } from '@outturn/canonical/node'
import type { Environment } from '@outturn/vocabulary'
import { bundleProblem } from '../bundle/bundle-manifest.ts'
import { MAX_BUNDLE_DEPTH, readReplayBundle } from '../bundle/replay-bundle.ts'
import { fileText } from '../envelope/file-text.ts'
import { type FoundReceipt, readReceiptEnvelope } from '../envelope/receipt-envelope.ts'
import { KeyDocumentError, type TrustSet, parseKeyDocument } from '../keys/trust-set.ts'
import { type OutcomePolicy, PolicyError, parsePolicy } from '../policy/outcome-policy.ts'
import { requireOutcome } from '../policy/require-outcome.ts'
import { runSelfTest, type SelfTest } from './run-self-test.ts'
import { disclosedUnits } from './disclosed-units.ts'
import { printable } from './printable.ts'
import { readBoundedFile } from './read-bounded-file.ts'
import { writeReport } from './report.ts'

/** The help of the command under the name by which it was called. */
export const verifyUsage = (name: string): string => `Usage: ${name} FILE --keys KEYS [options]

Verifies an Outcome Receipt offline: nothing is sent or fetched.

  FILE                 the receipt, an answer of the service that has it, or its bundle
  --keys KEYS          the service's key document
  --environment NAME   the environment that it must be of: production (the default) or demo
  --status FILE        the answer of the receipt status route, for corrections and revocations; by default what FILE has
  --policy FILE        what the receipt must show beyond being valid; every member that is given must be met
  --root-key KEY       a root key in base64url: the key document counts only with its signature
  --max-key-age DAYS   how old the key document may be before it is called stale, by default 30
  --json               print the verdict as JSON
  --self-test FOLDER   answer every case of the published corpus (test/vectors/receipts) in place of FILE
  --version            print the version of the package
  --help               print this text

Exit status: 0 the receipt is valid and meets the policy, 1 it is not or does not, 2 it could not be judged.`

const EXIT_VALID = 0
const EXIT_INVALID = 1
const EXIT_UNUSABLE = 2

/** Where the command writes, line by line. */
export interface CommandOutput {
  readonly print: (line: string) => void
  readonly complain: (line: string) => void
}

/** Something the user must put right before a receipt can be judged. */
class UnusableInput extends Error {}

/** Arguments that are none; the usage is shown with the problem. */
class UnusableArguments extends UnusableInput {}

/** Runs `verify` with the arguments that follow its name and returns the exit status. */
export function runVerify(
  args: readonly string[],
  { print, complain }: CommandOutput,
  name = 'outturn-verify',
): number {
  try {
    const request = readArguments(args)
    if (request === 'help') {
      print(verifyUsage(name))
      return EXIT_VALID
    }
    if ('selfTest' in request) return selfTest(request.selfTest, { print, complain })
    const { environment } = request
    const { receipt, status: bundled, bundle } = receiptIn(request.file)
    const trustSet = readKeys(request.keysFile, request.rootKey)
    if (bundle !== undefined) assertWhole(request.file, bundle, trustSet)
    const status = request.statusFile === undefined ? bundled : readJsonFile(request.statusFile)
    const policy = request.policyFile === undefined ? undefined : readPolicy(request.policyFile)
    const decision = requireOutcome(receipt, policy ?? {}, {
      trustSet,
      ...(environment === undefined ? {} : { environment }),
      ...(status === undefined ? {} : { status }),
      ...(request.maxKeyAgeDays === undefined ? {} : { maxKeyAgeSeconds: request.maxKeyAgeDays * 86_400 }),
      suite: nodeSuite,
    })
    const { verdict, ...gate } = decision
    const disclosed = disclosedUnits(receipt, verdict)
    const answer = { ...verdict, ...(disclosed.length > 0 && { disclosed_units: disclosed }) }
    if (request.asJson) print(JSON.stringify(policy ? { ...answer, policy: gate } : answer, null, 2))
    else writeReport(decision, { disclosed, hasPolicy: policy !== undefined }, print)
    return decision.ok ? EXIT_VALID : EXIT_INVALID
  } catch (error) {
    if (!(error instanceof UnusableInput)) throw error
    complain(error instanceof UnusableArguments ? `${error.message}\n\n${verifyUsage(name)}` : error.message)
    return EXIT_UNUSABLE
  }
}

/** Whether this verifier, on this machine, answers the published corpus as its authors expect. */
function selfTest(folder: string, { print, complain }: CommandOutput): number {
  let result: SelfTest
  try {
    result = runSelfTest(folder)
  } catch (error) {
    throw new UnusableInput(`${folder} has no usable corpus: ${(error as Error).message}`)
  }
  const { cases, disagreements } = result
  for (const name of disagreements) complain(`not as expected: ${printable(name)}`)
  print(`${cases - disagreements.length} of ${cases} cases are answered as expected.`)
  return cases > 0 && disagreements.length === 0 ? EXIT_VALID : EXIT_INVALID
}

interface VerifyRequest {
  readonly file: string
  readonly keysFile: string
  readonly environment: Environment | undefined
  readonly statusFile: string | undefined
  readonly policyFile: string | undefined
  readonly rootKey: Uint8Array | undefined
  readonly maxKeyAgeDays: number | undefined
  readonly asJson: boolean
}

function readArguments(args: readonly string[]): VerifyRequest | { readonly selfTest: string } | 'help' {
  const { values, positionals } = parseArguments(args)
  if (values.help) return 'help'
  if (values['self-test'] !== undefined) return { selfTest: values['self-test'] }
  const [file, ...more] = positionals
  if (file === undefined) throw usageProblem('Name the file with the receipt.')
  if (more.length > 0) throw usageProblem('Name one receipt at a time.')
  if (values.keys === undefined) throw usageProblem('Name the key document with --keys.')
  return {
    file,
    keysFile: values.keys,
    environment: readEnvironment(values.environment),
    statusFile: values.status,
    policyFile: values.policy,
    rootKey: readRootKey(values['root-key']),
    maxKeyAgeDays: readDays(values['max-key-age']),
    asJson: values.json ?? false,
  }
}

function parseArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        keys: { type: 'string' },
        environment: { type: 'string' },
        status: { type: 'string' },
        policy: { type: 'string' },
        'root-key': { type: 'string' },
        'max-key-age': { type: 'string' },
        json: { type: 'boolean' },
        'self-test': { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    throw usageProblem((error as Error).message)
  }
}

function readEnvironment(name: string | undefined): Environment | undefined {
  if (name === undefined || name === 'production' || name === 'demo') return name
  throw usageProblem(`There is no environment ${name}; it is production or demo.`)
}

function readRootKey(text: string | undefined): Uint8Array | undefined {
  if (text === undefined) return undefined
  const key = fromBase64Url(text)
  if (key?.length === 32) return key
  throw usageProblem('A root key is 32 bytes in base64url without padding.')
}

function readDays(text: string | undefined): number | undefined {
  if (text === undefined || /^\d{1,5}$/.test(text)) return text === undefined ? undefined : Number(text)
  throw usageProblem('The age of the key document is a number of days, such as 30.')
}

function readJsonFile(file: string): unknown {
  let bytes: Uint8Array
  try {
    bytes = readBoundedFile(file)
  } catch (error) {
    throw new UnusableInput(`Cannot read ${file}: ${(error as Error).message}`)
  }
  const text = fileText(bytes)
  if ('problem' in text) throw new UnusableInput(`${file} cannot be read: ${text.problem}.`)
  try {
    return parseStrictJson(text.bytes, { maxDepth: MAX_BUNDLE_DEPTH })
  } catch (error) {
    if (!(error instanceof StrictJsonError)) throw error
    const { path, position } = error
    const at = path === '' ? `position ${position}` : `${printable(path)} (position ${position})`
    throw new UnusableInput(`${file} is not strict JSON at ${at}: ${error.message}`)
  }
}

function receiptIn(file: string): FoundReceipt {
  const reading = readReceiptEnvelope(readJsonFile(file))
  if ('problem' in reading)
    throw new UnusableInput(`${file} cannot be judged: ${printable(reading.problem)}.`)
  return reading
}

/** A bundle that was cut or changed shows less or more than its service did. */
function assertWhole(file: string, bundle: Readonly<Record<string, unknown>>, trustSet: TrustSet): void {
  const reading = readReplayBundle(bundle)
  const problem = 'problem' in reading ? reading.problem : bundleProblem(bundle, trustSet, nodeSuite)
  if (problem !== undefined) throw new UnusableInput(`${file} cannot be judged: ${printable(problem)}.`)
}

function readKeys(file: string, rootKey: Uint8Array | undefined): TrustSet {
  try {
    return parseKeyDocument(readJsonFile(file), { ...(rootKey && { rootKey }), suite: nodeSuite })
  } catch (error) {
    if (!(error instanceof KeyDocumentError)) throw error
    throw new UnusableInput(`${file} is not a usable key document: ${printable(error.message)}`)
  }
}

function readPolicy(file: string): OutcomePolicy {
  try {
    return parsePolicy(readJsonFile(file))
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error
    throw new UnusableInput(`${file} is not a usable policy: ${printable(error.message)}`)
  }
}

function usageProblem(problem: string): UnusableInput {
  return new UnusableArguments(problem)
}
