import type { Kind } from './faces'

/** The ground of each card: light and dark ones alternate, so that neighbours differ in grey too. */
export const PANELS: Record<Kind, string> = {
  gnu: '#f08b4e',
  zebra: '#b8507a',
  antelope: '#1d7674',
  elephant: '#f4bd4b',
  lion: '#43285c',
  crocodile: '#74bbcf',
  super_crocodile: '#a11f30',
  giraffe: '#2c7ca6',
  bear: '#93cfb8',
  mole: '#edc08b',
  goat: '#3a5f8f',
  sheep: '#379188',
  dog: '#df5d4d',
  hare: '#86aa4e',
  pig: '#4b559c',
  cat: '#22405e',
  mouse: '#f3cf6d',
}
