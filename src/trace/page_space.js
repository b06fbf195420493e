// From space to paper: what is drawn where, and where from it is seen.

const { picture, rows } = JSON.parse($("content").textContent);

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const radians = degrees => degrees * Math.PI / 180;

// The axes of a view: to the right, up, towards the eye.
function axesOf({ azimuth, elevation }) {
  const [sa, ca] = [Math.sin(radians(azimuth)), Math.cos(radians(azimuth))];
  const [se, ce] = [Math.sin(radians(elevation)), Math.cos(radians(elevation))];
  return { right: [-sa, ca, 0], up: [-se * ca, -se * sa, ce], eye: [ce * ca, ce * sa, se] };
}

const flat = (axes, point) => [dot(point, axes.right), -dot(point, axes.up)];

// Around what the picture turns: the middle of what is to be in sight.
function middleOf(points) {
  return [0, 1, 2].map(axis => {
    const along = points.map(point => point[axis]);
    return (Math.min(...along) + Math.max(...along)) / 2;
  });
}
const pivot = middleOf(picture.frame);

// How many pixels a voxel may have so that all is in sight in the first view, and where the middle of that is.
function fitted(width, height) {
  const axes = axesOf(picture.view);
  const places = picture.frame.map(point => flat(axes, point));
  const [x, y] = [0, 1].map(axis => {
    const along = places.map(place => place[axis]);
    return [Math.min(...along), Math.max(...along)];
  });
  const room = [(width - 90) / Math.max(x[1] - x[0], 1e-9), (height - 70) / Math.max(y[1] - y[0], 1e-9)];
  const [px, py] = flat(axes, pivot);
  return { scale: Math.min(...room, 200), shift: [px - (x[0] + x[1]) / 2, py - (y[0] + y[1]) / 2] };
}

// What brings places in space to pixels.
function frameOf(view, width, height) {
  const axes = axesOf(view), { scale, shift } = fitted(width, height);
  const size = scale * view.zoom, [px, py] = flat(axes, pivot);
  const place = point => {
    const [x, y] = flat(axes, point);
    return [
      (x - px + shift[0]) * size + width / 2 + view.pan[0],
      (y - py + shift[1]) * size + height / 2 + view.pan[1],
    ];
  };
  return { axes, size, place, depth: point => dot(point, axes.eye) };
}
