def move_left(robot):
    robot.x -= 1
    robot.steps += 1
    robot.draw()


def move_right(robot):
    robot.x += 1
    robot.steps += 1
    robot.draw()
