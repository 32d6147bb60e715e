import type { Component } from 'svelte'
import type { Kind } from '../faces'
import Antelope from './Antelope.svelte'
import Bear from './Bear.svelte'
import Cat from './Cat.svelte'
import Dog from './Dog.svelte'
import Elephant from './Elephant.svelte'
import Giraffe from './Giraffe.svelte'
import Gnu from './Gnu.svelte'
import Goat from './Goat.svelte'
import Hare from './Hare.svelte'
import Lion from './Lion.svelte'
import Mole from './Mole.svelte'
import Mouse from './Mouse.svelte'
import Pig from './Pig.svelte'
import Sheep from './Sheep.svelte'
import SuperCrocodile from './SuperCrocodile.svelte'
import Zebra from './Zebra.svelte'

/** The animals that always look the same, each in a square of 100 by 100. */
export const ART: Record<Exclude<Kind, 'crocodile'>, Component> = {
  gnu: Gnu,
  zebra: Zebra,
  antelope: Antelope,
  elephant: Elephant,
  lion: Lion,
  super_crocodile: SuperCrocodile,
  giraffe: Giraffe,
  bear: Bear,
  mole: Mole,
  goat: Goat,
  sheep: Sheep,
  dog: Dog,
  hare: Hare,
  pig: Pig,
  cat: Cat,
  mouse: Mouse,
}
