/** Words of the screen "Home". */
export const home = {
  title: "Home",
};
