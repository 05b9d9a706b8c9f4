import "@/ui/fonts.css";
import "@/ui/tokens.css";
import "@/ui/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { startTheme } from "@/shell/theme";
import { App } from "./App";

startTheme();
const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
