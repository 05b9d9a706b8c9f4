/** Words of the screen "Plots". */
export const plots = {
  title: "Plots",
};
