import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** A certificate with its key, as PEM files. */
export type CertificateFiles = { readonly certFile: string; readonly keyFile: string }

/** An authority of a test, which lasts for a day. */
export type Authority = CertificateFiles & {
  /** Issues a certificate for a server or a client, such as `DNS:localhost,IP:127.0.0.1`. */
  issue(name: string, addresses: string): CertificateFiles
}

/** Makes an authority whose files, and those of what it issues, lie in a folder. */
export function makeAuthority(folder: string, name: string): Authority {
  const authority = certify(folder, name, ['-addext', 'basicConstraints=critical,CA:TRUE'])
  const { certFile, keyFile } = authority
  return {
    ...authority,
    issue: (issued, addresses) =>
      certify(folder, issued, [
        ...['-CA', certFile, '-CAkey', keyFile],
        ...['-addext', `subjectAltName=${addresses}`, '-addext', 'basicConstraints=critical,CA:FALSE'],
      ]),
  }
}

function certify(folder: string, name: string, options: readonly string[]): CertificateFiles {
  const files = { certFile: join(folder, `${name}.crt`), keyFile: join(folder, `${name}.key`) }
  const key = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-keyout',
    files.keyFile,
  ]
  const args = ['req', '-x509', '-days', '1', '-subj', `/CN=${name}`, ...key, '-out', files.certFile]
  execFileSync('openssl', [...args, ...options], { stdio: 'pipe' })
  return files
}
