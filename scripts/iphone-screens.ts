/** The screen of a phone: portrait size in CSS pixels, and device pixels per CSS pixel. */
interface IphoneScreen {
  readonly width: number
  readonly height: number
  readonly ratio: number
}

/** The screens of iPhones with a current Safari, smallest first. */
export const IPHONE_SCREENS: readonly IphoneScreen[] = [
  { width: 375, height: 667, ratio: 2 },
  { width: 375, height: 812, ratio: 3 },
  { width: 390, height: 844, ratio: 3 },
  { width: 393, height: 852, ratio: 3 },
  { width: 402, height: 874, ratio: 3 },
  { width: 414, height: 736, ratio: 3 },
  { width: 414, height: 896, ratio: 2 },
  { width: 414, height: 896, ratio: 3 },
  { width: 420, height: 912, ratio: 3 },
  { width: 428, height: 926, ratio: 3 },
  { width: 430, height: 932, ratio: 3 },
  { width: 440, height: 956, ratio: 3 },
]

/** The path of the image that an iPhone shows while the installed app starts. */
export function startImage({ width, height, ratio }: IphoneScreen): string {
  return `/icons/start-${width * ratio}x${height * ratio}.png`
}
