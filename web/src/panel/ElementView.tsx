import { usePanel } from "./context";
import { PanelEntry, PanelPoint, PanelSelector, PanelSlider, PanelSwitch, PushButton } from "./controls";
import { PanelGauge, PanelIndicator, PanelLamp } from "./displays";
import { Joystick } from "./Joystick";

/** One element of the panel, whatever it is. Selections are drawn by the picture. */
export function ElementView({ name }: { name: string }) {
  const { panel } = usePanel();
  const element = panel.elements[name];
  switch (element?.type) {
    case "joystick":
      return <Joystick name={name} element={element} />;
    case "button":
      return <PushButton name={name} element={element} />;
    case "switch":
      return <PanelSwitch name={name} element={element} />;
    case "selector":
      return <PanelSelector name={name} element={element} />;
    case "slider":
      return <PanelSlider name={name} element={element} />;
    case "entry":
      return <PanelEntry name={name} element={element} />;
    case "point":
      return <PanelPoint name={name} element={element} />;
    case "lamp":
      return <PanelLamp name={name} element={element} />;
    case "gauge":
      return <PanelGauge name={name} element={element} />;
    case "indicator":
      return <PanelIndicator name={name} element={element} />;
    default:
      return null;
  }
}
