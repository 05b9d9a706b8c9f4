import type { LucideIcon, LucideProps } from "lucide-react";

/** An icon component; any of `lucide-react` fits. */
export type IconType = LucideIcon;

/** Props of {@link Icon}. */
export interface IconProps extends Omit<LucideProps, "ref"> {
  /** Which icon: a component of `lucide-react`, imported by name so that only it is shipped. */
  of: IconType;
  /** Edge [px], 14 to 18 beside text. */
  size?: number;
}

/** An icon in the line of the design. It is decoration: the label beside it speaks. */
export function Icon({ of: Drawn, size = 16, strokeWidth = 1.75, ...rest }: IconProps) {
  return <Drawn size={size} strokeWidth={strokeWidth} aria-hidden="true" focusable="false" {...rest} />;
}
