import { acceptSandboxSpool, acceptSpool } from '@outturn/contracts'
import { ordinary } from '../ordinary.ts'

/** The accept action under the path of the sandbox. */
export const acceptSandboxSpoolRoute = ordinary(acceptSpool, acceptSandboxSpool)
