import { join } from 'node:path'
import { repository } from '@outturn/model/places'

/** Where what is compiled for chains of tests is kept. */
export const contractsFolder = join(repository, '.outturn/payments')
