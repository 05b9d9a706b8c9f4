"""Forces of springs, dampers and contacts, evaluated in every physics step."""

import math

import numpy as np

from pult.core.kernels import kernel
from pult.core.signals import Array
from pult.equipment.elements.table import (
    BODY_A,
    BODY_B,
    CONE,
    CONTACT,
    DAMPING,
    FIRST_OF_CONE,
    FRICTION,
    KIND,
    RADIUS_A,
    RADIUS_B,
    READINGS,
    REST,
    ROOT_A,
    ROOT_B,
    SITE_A,
    SITE_B,
    SLIP_SPEED,
    STIFFNESS,
    SURFACE,
)
from pult.equipment.surface import soft_distance


@kernel
def apply_elements(
    table: Array, site_xpos: Array, site_xmat: Array, xipos: Array, cvel: Array, subtree_com: Array, xfrc: Array,
    readings: Array,
) -> None:  # fmt: skip
    """Add the forces of all elements to the forces on bodies.

    The two forces of an element are opposite and act along one line (a contact: at one point), so that momentum and
    angular momentum are conserved. Coincident ends have no direction, hence no force.

    Args:
        table: From `element_table`, after `with_start_lengths`. Shape (n, 14).
        site_xpos, site_xmat, xipos, cvel, subtree_com: Arrays of MuJoCo's data, up to date for positions and speeds.
        xfrc: `data.xfrc_applied`: force and moment about the centre of mass, in world axes; added to. The caller
            clears it before. Shape (bodies, 6).
        readings: Readings of the elements, written; see `element_table`. Shape (3 n,).
    """
    n, v, force, point = np.empty(3), np.empty(3), np.empty(3), np.empty(3)
    k = -READINGS  # index of the first reading of the present element
    for i in range(table.shape[0]):
        kind = int(table[i, KIND])
        if kind == CONE:
            continue
        k += READINGS
        site_a, site_b = int(table[i, SITE_A]), int(table[i, SITE_B])
        if kind == SURFACE:
            d, steep = from_surface(table, i, site_xpos, site_xmat, n)
            depth = float(table[i, RADIUS_A]) - d
            reach = float(table[i, RADIUS_A]) - 0.5 * depth
            for c in range(3):
                point[c] = float(site_xpos[site_a, c]) + reach * float(n[c])
            relative_velocity(table[i], cvel, subtree_com, point, point, v)
            normal = contact_normal(table[i], depth, steep, n, v)
            readings[k] = depth
            readings[k + 1] = normal
            readings[k + 2] = contact_force(table[i], normal, n, v, force)
            push(table[i], xipos, force, point, point, xfrc)
            continue
        length = 0.0
        for c in range(3):
            n[c] = float(site_xpos[site_b, c]) - float(site_xpos[site_a, c])
            length += float(n[c]) * float(n[c])
        length = math.sqrt(length)
        for c in range(3):
            n[c] = n[c] / length if length > 0.0 else 0.0
        if kind == CONTACT:
            depth = float(table[i, RADIUS_A]) + float(table[i, RADIUS_B]) - length
            reach = float(table[i, RADIUS_A]) - 0.5 * depth  # the middle of the overlap
            for c in range(3):
                point[c] = float(site_xpos[site_a, c]) + reach * float(n[c])
            relative_velocity(table[i], cvel, subtree_com, point, point, v)
            normal = contact_normal(table[i], depth, 1.0, n, v) if length > 0.0 else 0.0
            readings[k] = depth
            readings[k + 1] = normal
            readings[k + 2] = contact_force(table[i], normal, n, v, force)
            push(table[i], xipos, force, point, point, xfrc)
        else:
            relative_velocity(table[i], cvel, subtree_com, site_xpos[site_a], site_xpos[site_b], v)
            speed = dot(n, v)
            rest = float(table[i, REST])
            stretch = length - rest if rest == rest else 0.0
            pull = float(table[i, STIFFNESS]) * stretch + float(table[i, DAMPING]) * speed
            for c in range(3):
                force[c] = pull * float(n[c])
            readings[k] = length
            readings[k + 1] = speed
            readings[k + 2] = pull
            push(table[i], xipos, force, site_xpos[site_a], site_xpos[site_b], xfrc)


@kernel
def from_surface(table: Array, i: int, site_xpos: Array, site_xmat: Array, n: Array) -> tuple[float, float]:
    """Distance of a sphere's centre from the surface of row i [m], and the length of its gradient.

    The direction from the centre to the surface is written to n.
    """
    site_a, site_b = int(table[i, SITE_A]), int(table[i, SITE_B])
    p, slope, count = np.zeros(3), np.empty(3), 0
    for c in range(3):
        for j in range(3):
            off = float(site_xpos[site_a, j]) - float(site_xpos[site_b, j])
            p[c] += float(site_xmat[site_b, 3 * j + c]) * off
    while i + 1 + count < table.shape[0] and int(table[i + 1 + count, KIND]) == CONE:
        count += 1
    d = soft_distance(table, i + 1, count, FIRST_OF_CONE, float(table[i, RADIUS_B]), p, slope)
    steep = math.sqrt(dot(slope, slope))
    for c in range(3):
        n[c] = 0.0
        for j in range(3):
            n[c] -= float(site_xmat[site_b, 3 * c + j]) * float(slope[j])
        n[c] = n[c] / steep if steep > 0.0 else 0.0
    return d, steep


@kernel
def contact_normal(row: Array, depth: float, steep: float, n: Array, v: Array) -> float:
    """Normal force of a contact: N = c z + k z' for z > 0, at least 0; `steep` is dz/ds along the normal."""
    if not depth > 0.0:
        return 0.0
    normal = float(row[STIFFNESS]) * depth - float(row[DAMPING]) * steep * dot(n, v)
    return normal if normal > 0.0 else 0.0


@kernel
def contact_force(row: Array, normal: float, n: Array, v: Array, force: Array) -> float:
    """Normal and friction force of a contact on its first sphere; returns the magnitude of the friction."""
    along = dot(n, v)
    slip = 0.0
    for c in range(3):
        force[c] = float(v[c]) - along * float(n[c])
        slip += float(force[c]) * float(force[c])
    slip = math.sqrt(slip)
    least = float(row[SLIP_SPEED])
    size = float(row[FRICTION]) * normal
    factor = size / (slip if slip > least else least)
    for c in range(3):  # v is the velocity of the second sphere, which drags the first one along
        force[c] = factor * float(force[c]) - normal * float(n[c])
    return factor * slip


@kernel
def relative_velocity(row: Array, cvel: Array, subtree_com: Array, a: Array, b: Array, v: Array) -> None:
    """Velocity of the second body at point b minus that of the first at point a [m/s], written to v."""
    body_a, body_b = int(row[BODY_A]), int(row[BODY_B])
    root_a, root_b = int(row[ROOT_A]), int(row[ROOT_B])
    for c in range(3):
        j, k = (c + 1) % 3, (c + 2) % 3
        # MuJoCo's cvel refers to the centre of mass of the whole kinematic tree
        v_b = float(cvel[body_b, 3 + c]) + (
            float(cvel[body_b, j]) * (float(b[k]) - float(subtree_com[root_b, k]))
            - float(cvel[body_b, k]) * (float(b[j]) - float(subtree_com[root_b, j]))
        )
        v_a = float(cvel[body_a, 3 + c]) + (
            float(cvel[body_a, j]) * (float(a[k]) - float(subtree_com[root_a, k]))
            - float(cvel[body_a, k]) * (float(a[j]) - float(subtree_com[root_a, j]))
        )
        v[c] = v_b - v_a


@kernel
def push(row: Array, xipos: Array, force: Array, a: Array, b: Array, xfrc: Array) -> None:
    """Add a force on the first body at point a, and the opposite force on the second at point b."""
    body_a, body_b = int(row[BODY_A]), int(row[BODY_B])
    for c in range(3):
        j, k = (c + 1) % 3, (c + 2) % 3
        xfrc[body_a, c] += float(force[c])
        xfrc[body_b, c] -= float(force[c])
        xfrc[body_a, 3 + c] += (float(a[j]) - float(xipos[body_a, j])) * float(force[k]) - (
            float(a[k]) - float(xipos[body_a, k])
        ) * float(force[j])
        xfrc[body_b, 3 + c] -= (float(b[j]) - float(xipos[body_b, j])) * float(force[k]) - (
            float(b[k]) - float(xipos[body_b, k])
        ) * float(force[j])


@kernel
def dot(a: Array, b: Array) -> float:
    """Scalar product of two vectors. Shape (3,)."""
    return float(a[0]) * float(b[0]) + float(a[1]) * float(b[1]) + float(a[2]) * float(b[2])
