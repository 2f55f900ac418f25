import { afterAll, afterEach } from 'vitest'
import { failOnMistakes } from './watched-answers.ts'

/**
 * Holds every answer that a test of this folder gets against the interface document: those that the test asks for itself, and those that
 * the client library or a helper asks for. An answer that the document does not describe fails the test that got it.
 */
afterEach(failOnMistakes)
afterAll(failOnMistakes)
