/** Words of the screen "Review". */
export const review = {
  title: "Review",
};
