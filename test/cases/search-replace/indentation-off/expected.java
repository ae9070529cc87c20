package game;

public class Player {
    private int lives = 3;
    private int score;

    public void hit(int damage) {
        if (damage > 0) {
            lives--;
            if (lives <= 0) {
                log("game over with " + score);
                reset();
            }
        }
    }

    private void reset() {
        lives = 3;
        score = 0;
    }
}
