import type { PageAssets } from '../pages/assets.ts'

/** The addresses of assets without their bytes, for tests that load none of them. */
export const noAssets: PageAssets = {
  stylesheet: '/assets/tokens.css',
  scripts: {
    console: '/assets/console.js',
    'copy-code': '/assets/copy-code.js',
    'verify-receipt': '/assets/verify-receipt.js',
    'verify-file': '/assets/verify-file.js',
  },
  files: new Map(),
}
