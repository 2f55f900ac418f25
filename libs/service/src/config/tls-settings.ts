import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { createSecureContext } from 'node:tls'
import { natsTls, type TlsVariables, wantsTls } from '@outturn/messaging'
import { z } from 'zod'

/** Files of the TLS connection to NATS. */
export const tlsSettings = {
  NATS_CA_FILE: z
    .string()
    .min(1)
    .optional()
    .describe('PEM file of the authorities that NATS is checked against; with it, NATS must speak TLS.'),
  NATS_CERT_FILE: z
    .string()
    .min(1)
    .optional()
    .describe('PEM file of the client certificate that NATS asks for; needs NATS_KEY_FILE.'),
  NATS_KEY_FILE: z.string().min(1).optional().describe('PEM file of the key of that certificate.'),
}

/** Problems of these files; empty when a connection can be tried with them. */
export function tlsMistakes(settings: TlsVariables & { readonly NATS_URL?: string | undefined }): string[] {
  const problems: string[] = []
  const textOf = (name: keyof TlsVariables): string | undefined => {
    const file = settings[name]
    if (file === undefined) return undefined
    try {
      return readFileSync(file, 'utf8')
    } catch (error) {
      problems.push(`${name} is ${file}, which cannot be read (${(error as NodeJS.ErrnoException).code})`)
      return undefined
    }
  }
  const ca = textOf('NATS_CA_FILE')
  const cert = textOf('NATS_CERT_FILE')
  const key = textOf('NATS_KEY_FILE')
  if (ca !== undefined && !isCertificate(ca)) problems.push('NATS_CA_FILE holds no certificate in PEM')
  if ((settings.NATS_CERT_FILE === undefined) !== (settings.NATS_KEY_FILE === undefined))
    problems.push('NATS_CERT_FILE and NATS_KEY_FILE must be set together')
  if (cert !== undefined && key !== undefined && !isKeyPair(cert, key))
    problems.push('NATS_CERT_FILE and NATS_KEY_FILE are not a certificate and its key in PEM')
  if (wantsTls(settings.NATS_URL ?? '', natsTls(settings)) && namesAddresses(settings.NATS_URL ?? ''))
    problems.push('NATS_URL must name its servers, and not give their IP addresses, where they speak TLS')
  return problems
}

/** The client compares the certificate with the name in the address; an IP address it takes for `localhost`. */
function namesAddresses(servers: string): boolean {
  return servers.split(',').some((server) => {
    const { hostname } = new URL(server.trim().replace(/^\w+:/, 'http:'))
    return isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0
  })
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0
  } catch {
    return false
  }
}

function isKeyPair(cert: string, key: string): boolean {
  try {
    return createSecureContext({ cert, key }).context !== undefined
  } catch {
    return false
  }
}

/** Modes in which the driver checks certificate and name of the server, and the one without TLS. */
const sslModes = ['verify-full', 'disable']

/**
 * A Postgres URL. Other modes of `sslmode` are refused: the driver takes them for `verify-full` today, and later for modes in which anybody who
 * can answer on the way is taken for the server.
 */
export function postgresUrl() {
  return z.url({ protocol: /^postgres(ql)?$/ }).superRefine((text, context) => {
    const { searchParams } = new URL(text)
    const mode = searchParams.get('sslmode')
    if (mode !== null && !sslModes.includes(mode))
      context.addIssue(`sslmode must be ${sslModes.join(' or ')}, and is ${mode}`)
    if (searchParams.has('uselibpqcompat'))
      context.addIssue('uselibpqcompat must be left out: with it the server is not checked')
    for (const name of ['sslrootcert', 'sslcert', 'sslkey']) {
      const file = searchParams.get(name)
      if (file !== null && !isReadable(file)) context.addIssue(`${name} is ${file}, which cannot be read`)
    }
  })
}

function isReadable(file: string): boolean {
  try {
    return readFileSync(file).length > 0
  } catch {
    return false
  }
}
