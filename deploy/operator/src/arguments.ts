import { type IdKind, idPattern, idPrefixes } from '@outturn/agreement'
import { InvalidArgumentError, Option } from 'commander'
import { type ServiceName, serviceNames } from '@outturn/contracts'

export function wholeNumber(text: string): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value))
    throw new InvalidArgumentError('Give a whole number of at least 0.')
  return value
}

/** Hosts with commas between, exactly as an https address has them. */
export function hostList(text: string): string[] {
  const hosts = text.split(',').flatMap((each) => each.trim().toLowerCase() || [])
  for (const host of hosts) {
    if (URL.parse(`https://${host}/`)?.host === host) continue
    throw new InvalidArgumentError(
      `"${host}" is no host. Give hosts such as app.example.com, without https:// and without a path; a port only where it is not 443.`,
    )
  }
  return hosts
}

export function fileLabel(text: string): string {
  if (!/^[A-Za-z0-9_-]{1,40}$/.test(text))
    throw new InvalidArgumentError('Give 1 to 40 letters, digits, "_" or "-".')
  return text
}

/** Takes the id of a record of one of these kinds. */
export function idOf(...kinds: readonly IdKind[]): (text: string) => string {
  const shapes = kinds.map((kind) => `${idPrefixes[kind]}_`).join(' or ')
  return (text) => {
    if (kinds.some((kind) => idPattern(kind).test(text))) return text
    throw new InvalidArgumentError(`Give ${shapes} and 24 characters of 0-9 and a-f, as the lists show it.`)
  }
}

/** Takes the id of a signing key. */
export function signingKeyId(text: string): string {
  if (!/^[0-9a-f]{64}$/.test(text))
    throw new InvalidArgumentError('Give the 64 characters of 0-9 and a-f of its id, as the list shows it.')
  return text
}

export function service(text: string): ServiceName {
  const name = serviceNames.find((each) => each === text)
  if (name === undefined) throw new InvalidArgumentError(`Give one of ${serviceNames.join(', ')}.`)
  return name
}

/** An option that takes one of a list of words. */
export function choice(flags: string, description: string, words: readonly string[]): Option {
  return new Option(flags, description).choices(words)
}
