import {
  type Environment,
  environments,
  isOneOf,
  type SigningPurpose,
  signingPurposes,
} from '@outturn/vocabulary'

/** What a key file holds: a private key in clear, one under a passphrase, or the public half of a key kept elsewhere. */
export type KeyMaterial = 'clear' | 'encrypted' | 'remote'

/** A key as it is kept in a file: what it may be used for, and its PEM block. */
export type KeyFile = {
  readonly environment: Environment
  readonly purpose: SigningPurpose
  /** RFC 3339 in UTC. */
  readonly createdAt: string
  readonly material: KeyMaterial
  readonly pem: string
}

/** A key file that cannot be used as what it was opened for; the message names the file and never its content. */
export class KeyFileError extends Error {
  override readonly name = 'KeyFileError'
}

const labels = {
  environment: 'Outturn-Environment',
  purpose: 'Outturn-Purpose',
  createdAt: 'Outturn-Created',
} as const
const blockNames = {
  clear: 'PRIVATE KEY',
  encrypted: 'ENCRYPTED PRIVATE KEY',
  remote: 'PUBLIC KEY',
} as const satisfies Record<KeyMaterial, string>

/**
 * Text of a key file: the labels stand before the PEM block, where RFC 7468 lets explanatory text be, so any PEM reader
 * takes the file.
 */
export function formatKeyFile(file: Omit<KeyFile, 'material'>): string {
  const header = Object.entries(labels).map(
    ([member, label]) => `${label}: ${file[member as keyof typeof labels]}`,
  )
  return `${header.join('\n')}\n${file.pem.trim()}\n`
}

/** Reads a key file that must be labelled for this environment and purpose. Throws KeyFileError when it is not. */
export function parseKeyFile(
  text: string,
  expected: { environment: Environment; purpose: SigningPurpose; path: string },
): KeyFile {
  const refuse = (problem: string): never => {
    throw new KeyFileError(`${expected.path}: ${problem}`)
  }
  const labelled = (label: string): string => {
    const line = text.split('\n').find((candidate) => candidate.startsWith(`${label}: `))
    return line?.slice(label.length + 2).trim() ?? refuse(`the line "${label}: …" is missing`)
  }
  const environment = labelled(labels.environment)
  const purpose = labelled(labels.purpose)
  const createdAt = new Date(labelled(labels.createdAt))
  if (!isOneOf(environments, environment) || environment !== expected.environment) {
    return refuse(`this is a key of ${environment}, not of ${expected.environment}`)
  }
  if (!isOneOf(signingPurposes, purpose) || purpose !== expected.purpose) {
    return refuse(`this is a key for ${purpose}, not for ${expected.purpose}`)
  }
  if (Number.isNaN(createdAt.getTime())) return refuse(`${labels.createdAt} is not a time`)
  const block = pemBlockOf(text) ?? refuse('there is no key in PEM: PKCS #8, encrypted PKCS #8 or SPKI')
  return { environment, purpose, createdAt: createdAt.toISOString(), ...block }
}

function pemBlockOf(text: string): Pick<KeyFile, 'material' | 'pem'> | null {
  const unix = text.replaceAll('\r', '')
  for (const [material, name] of Object.entries(blockNames)) {
    const block = new RegExp(`-----BEGIN ${name}-----\\n[A-Za-z0-9+/=\\n]+-----END ${name}-----`)
    const pem = block.exec(unix)?.[0]
    if (pem !== undefined) return { material: material as KeyMaterial, pem }
  }
  return null
}
