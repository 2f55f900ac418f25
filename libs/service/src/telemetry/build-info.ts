import manifest from '../../package.json' with { type: 'json' }

/** What this process was built from: as the image says it, else the version of the repository. */
export const buildInfo: Readonly<Record<'version' | 'commit', string>> = {
  version: process.env['IMAGE_VERSION'] || manifest.version,
  commit: process.env['IMAGE_REVISION'] || 'unknown',
}
